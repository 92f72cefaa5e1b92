package gnutella.protocol;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * The handshake of a connection, for either side:
 *
 * <pre>
 *   client                               server
 *   GNUTELLA CONNECT/0.6, fields   ──►
 *                                  ◄──   GNUTELLA/0.6 200 OK, fields    or 503 with X-Try, the end
 *   GNUTELLA/0.6 200 OK, fields    ──►
 *   packets                        ◄─►   packets
 *
 *   GNUTELLA CONNECT/0.4           ──►
 *                                  ◄──   GNUTELLA OK
 *   packets                        ◄─►   packets
 * </pre>
 *
 * <p>Consumes exactly the handshake's bytes, so packets that follow the last line directly stay in
 * the input. Compression is negotiated per direction: the reader sends {@code Accept-Encoding:
 * deflate}, the writer then sends {@code Content-Encoding: deflate}. Each side sends its {@code
 * GUID}. This prevents connections of a servent to itself and second connections through another
 * address. Confined to one thread.
 */
public final class Handshake {
  private static final String OK = "GNUTELLA/0.6 200 OK";
  private static final String ALREADY_CONNECTED = "GNUTELLA/0.6 403 Already connected";
  private static final String END = "\r\n";

  /** The state of a handshake. */
  public enum State {
    /** More input is needed. */
    READING,
    /** Complete; packets follow. */
    OPEN,
    /** One side refused; {@link #hosts} may list alternatives. */
    REFUSED,
    /** The input is not a supported handshake. */
    FAILED
  }

  /** The protocol version. */
  public enum Version {
    /** 0.4: two lines, no fields. */
    V04,
    /** 0.6: lines with fields. */
    V06
  }

  /**
   * The local side's parameters.
   *
   * @param userAgent this servent's name
   * @param servent this servent's GUID
   * @param listen {@code address:port} of the listener; empty if there is none
   * @param deflate whether to compress if the other side can read it
   * @param maxTtl sent as {@code X-Max-TTL}
   * @param maxBytes limit of a block of lines
   * @param isPeer whether a servent is connected already
   * @param isFull whether an accepted connection exceeds the limit
   * @param hosts alternatives for a refused client, at most a handful
   */
  public record Offer(
      String userAgent,
      Guid servent,
      String listen,
      boolean deflate,
      int maxTtl,
      int maxBytes,
      Predicate<Guid> isPeer,
      Supplier<Boolean> isFull,
      Supplier<List<Host>> hosts) {}

  private final Offer offer;
  private final boolean initiating;
  private final Version version;
  private final StringBuilder output = new StringBuilder();
  private HeaderBlock block;
  private State state = State.READING;
  private boolean answered;

  private Version agreed = Version.V06;
  private String userAgent = "";
  private Optional<Guid> servent = Optional.empty();
  private boolean ultrapeer = true;
  private boolean saysBye;
  private boolean inflating;
  private boolean deflating;
  private List<Host> hosts = List.of();

  private Handshake(Offer offer, boolean initiating, Version version) {
    this.offer = offer;
    this.initiating = initiating;
    this.version = version;
    this.block = new HeaderBlock(offer.maxBytes());
  }

  /** Creates the server side, which accepts either version. */
  public static Handshake accepting(Offer offer) {
    return new Handshake(offer, false, Version.V06);
  }

  /** Creates the client side; {@link #takeOutput} has its first lines at once. */
  public static Handshake connecting(Offer offer, Version version) {
    Handshake handshake = new Handshake(offer, true, version);
    if (version == Version.V04) {
      handshake.output.append("GNUTELLA CONNECT/0.4\n\n");
    } else {
      handshake.say("GNUTELLA CONNECT/0.6");
      handshake.sayCapabilities();
      handshake.output.append(END);
    }
    return handshake;
  }

  /** Returns the pending output, or an empty string. */
  public String takeOutput() {
    String taken = output.toString();
    output.setLength(0);
    return taken;
  }

  /** Consumes input. Once this returns {@link State#OPEN}, the remaining input is packets. */
  public State read(ByteBuffer input) {
    while (state == State.READING && input.hasRemaining()) {
      if (block.read(input)) {
        HeaderBlock complete = block;
        block = new HeaderBlock(offer.maxBytes());
        state = initiating ? answeredBy(complete) : askedBy(complete);
      } else if (block.isTooLong()) {
        state = State.FAILED;
      }
    }
    return state;
  }

  // ---- server side

  private State askedBy(HeaderBlock asked) {
    if (answered) {
      inflating = offer.deflate() && asked.names("content-encoding", "deflate");
      return isOk(asked) ? State.OPEN : State.REFUSED;
    }
    String first = asked.firstLine();
    if (first.equals("GNUTELLA CONNECT/0.4")) {
      agreed = Version.V04;
      if (offer.isFull().get()) {
        return State.REFUSED;
      }
      output.append("GNUTELLA OK\n\n");
      return State.OPEN;
    }
    if (!first.startsWith("GNUTELLA CONNECT/0.") || first.endsWith("/0.5")) {
      return State.FAILED;
    }
    learn(asked);
    if (isConnected()) {
      say(ALREADY_CONNECTED);
      sayWho();
      output.append(END);
      return State.REFUSED;
    }
    if (offer.isFull().get()) {
      say("GNUTELLA/0.6 503 Service unavailable");
      sayWho();
      sayHosts();
      output.append(END);
      return State.REFUSED;
    }
    answered = true;
    say(OK);
    sayCapabilities();
    sayHosts();
    sayEncoding(asked);
    output.append(END);
    return State.READING;
  }

  // ---- client side

  private State answeredBy(HeaderBlock answer) {
    if (version == Version.V04) {
      agreed = Version.V04;
      return answer.firstLine().equals("GNUTELLA OK") ? State.OPEN : State.FAILED;
    }
    if (!answer.firstLine().startsWith("GNUTELLA/0.")) {
      return State.FAILED;
    }
    learn(answer);
    if (!isOk(answer)) {
      return State.REFUSED;
    }
    if (isConnected()) {
      say(ALREADY_CONNECTED);
      output.append(END);
      return State.REFUSED;
    }
    inflating = offer.deflate() && answer.names("content-encoding", "deflate");
    say(OK);
    sayEncoding(answer);
    output.append(END);
    return State.OPEN;
  }

  private static boolean isOk(HeaderBlock block) {
    String[] words = block.firstLine().split(" ", 3);
    return words.length > 1 && words[0].startsWith("GNUTELLA/0.") && words[1].equals("200");
  }

  private void learn(HeaderBlock other) {
    userAgent = other.field("user-agent");
    servent = Guid.parse(other.field("guid"));
    ultrapeer = other.field("x-ultrapeer").isEmpty() || other.isTrue("x-ultrapeer");
    saysBye = !other.field("bye-packet").isEmpty();
    List<Host> told = new ArrayList<>(Host.parseAll(other.field("x-try-ultrapeers")));
    told.addAll(Host.parseAll(other.field("x-try")));
    hosts = List.copyOf(told);
  }

  private boolean isConnected() {
    return isSelf() || servent.filter(offer.isPeer()).isPresent();
  }

  // ---- output

  private void say(String line) {
    output.append(line).append(END);
  }

  private void sayWho() {
    say("User-Agent: " + offer.userAgent());
    say("GUID: " + offer.servent());
  }

  private void sayCapabilities() {
    sayWho();
    say("X-Ultrapeer: True");
    say("X-Max-TTL: " + offer.maxTtl());
    say("Pong-Caching: 0.1");
    say("Bye-Packet: 0.1");
    say("GGEP: 0.5");
    if (!offer.listen().isEmpty()) {
      say("Listen-IP: " + offer.listen());
    }
    if (offer.deflate()) {
      say("Accept-Encoding: deflate");
    }
  }

  private void sayHosts() {
    List<Host> others = offer.hosts().get();
    if (!others.isEmpty()) {
      say("X-Try: " + String.join(",", others.stream().map(Host::toString).toList()));
    }
  }

  private void sayEncoding(HeaderBlock other) {
    deflating = offer.deflate() && other.names("accept-encoding", "deflate");
    if (deflating) {
      say("Content-Encoding: deflate");
    }
  }

  // ---- result

  /** The current state. */
  public State state() {
    return state;
  }

  /** The negotiated version. */
  public Version version() {
    return agreed;
  }

  /** The other side's name; empty if not sent. */
  public String userAgent() {
    return userAgent;
  }

  /** The other side's GUID, if sent. */
  public Optional<Guid> servent() {
    return servent;
  }

  /** True if the other side is this servent itself. */
  public boolean isSelf() {
    return servent.filter(offer.servent()::equals).isPresent();
  }

  /** False if the other side is a leaf, which routes nothing. */
  public boolean isUltrapeer() {
    return ultrapeer;
  }

  /** True if the other side supports bye packets. */
  public boolean saysBye() {
    return saysBye;
  }

  /** True if the following input is compressed. */
  public boolean isInflating() {
    return inflating;
  }

  /** True if the following output is to be compressed. */
  public boolean isDeflating() {
    return deflating;
  }

  /** Alternative hosts named by the other side. */
  public List<Host> hosts() {
    return hosts;
  }
}
