package seda.netio;

/**
 * Figures of {@link UdpPorts} since the start.
 *
 * @param received datagrams that the sink accepted
 * @param sent datagrams that the system has taken
 * @param refused received datagrams that the sink rejected
 * @param unsent datagrams accepted for sending that the system did not take
 */
public record UdpStatistics(long received, long sent, long refused, long unsent) {}
