package gnutella.protocol;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * The beginning of a connection, on either side:
 *
 * <pre>
 *   who connects                         who accepts
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
 * <p>It takes of the input what belongs to it and not a byte more, so packets that come glued to
 * the last line are there for who reads on. Compression is agreed on for each direction by itself:
 * who can read it says {@code Accept-Encoding: deflate}, who then writes it says {@code
 * Content-Encoding: deflate}. Each side says its {@code GUID}, so that nobody becomes a peer of
 * himself, or twice of the same servent by two of its addresses. Of one thread.
 */
public final class Handshake {
  private static final String OK = "GNUTELLA/0.6 200 OK";
  private static final String ALREADY_CONNECTED = "GNUTELLA/0.6 403 Already connected";
  private static final String END = "\r\n";

  /** Where it stands. */
  public enum State {
    /** More input is needed. */
    READING,
    /** Packets follow. */
    OPEN,
    /** The other, or we, said no; there may be {@link #hosts} to try instead. */
    REFUSED,
    /** This is no handshake that we speak. */
    FAILED
  }

  /** What a side says of itself. */
  public enum Version {
    /** Two lines. */
    V04,
    /** Fields. */
    V06
  }

  /**
   * What we say of ourselves.
   *
   * @param userAgent our name
   * @param servent our GUID
   * @param listen {@code address:port} where we take connections; empty if we don't
   * @param deflate whether we compress, with who can read it
   * @param maxTtl told as {@code X-Max-TTL}
   * @param maxBytes of a block of lines
   * @param isPeer whether that servent takes part already
   * @param isFull whether a connection that comes is one too many
   * @param hosts whom to try instead, at most a handful
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

  /** The side that was connected to; speaks either version. */
  public static Handshake accepting(Offer offer) {
    return new Handshake(offer, false, Version.V06);
  }

  /** The side that connects; has {@link #takeOutput} at once. */
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

  /** What is to be sent now; empty if nothing is. */
  public String takeOutput() {
    String taken = output.toString();
    output.setLength(0);
    return taken;
  }

  /** Takes input; what is left of it once this is {@link State#OPEN} are packets. */
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

  // ---- who accepts

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

  // ---- who connects

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

  // ---- what we say

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

  // ---- what was agreed

  /** Where it stands. */
  public State state() {
    return state;
  }

  /** The version that is spoken. */
  public Version version() {
    return agreed;
  }

  /** The other's name; empty if it has not said. */
  public String userAgent() {
    return userAgent;
  }

  /** The other's GUID, if it has said. */
  public Optional<Guid> servent() {
    return servent;
  }

  /** Whether the other is this very servent. */
  public boolean isSelf() {
    return servent.filter(offer.servent()::equals).isPresent();
  }

  /** False if the other is a leaf, which routes nothing. */
  public boolean isUltrapeer() {
    return ultrapeer;
  }

  /** Whether the other understands bye. */
  public boolean saysBye() {
    return saysBye;
  }

  /** Whether what follows is compressed. */
  public boolean isInflating() {
    return inflating;
  }

  /** Whether what we send from now on is to be compressed. */
  public boolean isDeflating() {
    return deflating;
  }

  /** Whom the other told us to try. */
  public List<Host> hosts() {
    return hosts;
  }
}
