package seda.netio;

/**
 * Figures of {@link UdpPorts} since the start.
 *
 * @param received datagrams that entered the sink
 * @param sent datagrams that the system has taken
 * @param refused datagrams that came and that the sink turned away
 * @param unsent datagrams that were accepted to be sent and that the system did not take
 */
public record UdpStatistics(long received, long sent, long refused, long unsent) {}
