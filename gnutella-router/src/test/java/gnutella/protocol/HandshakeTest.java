package gnutella.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HandshakeTest {
  private static final AtomicLong SERVENTS = new AtomicLong(100);
  private static final Host HOST = new Host(0x0a000001, 6346);

  private static Handshake.Offer offer(boolean deflate, boolean full) {
    return offer(SERVENTS.getAndIncrement(), Set.of(), deflate, full);
  }

  private static Handshake.Offer offer(
      long servent, Set<Guid> peers, boolean deflate, boolean full) {
    return new Handshake.Offer(
        "arashi",
        new Guid(0, servent),
        "10.0.0.1:6346",
        deflate,
        7,
        1000,
        peers::contains,
        () -> full,
        () -> List.of(HOST));
  }

  private static ByteBuffer bytes(String text) {
    return ByteBuffer.wrap(text.getBytes(StandardCharsets.ISO_8859_1));
  }

  /** Passes output between the two until neither has any. */
  private static void talk(Handshake one, Handshake other) {
    for (int i = 0; i < 4; i++) {
      other.read(bytes(one.takeOutput()));
      one.read(bytes(other.takeOutput()));
    }
  }

  @Test
  void bothSidesAgreeOnWhatBothCan() {
    Handshake initiator = Handshake.connecting(offer(true, false), Handshake.Version.V06);
    Handshake acceptor = Handshake.accepting(offer(true, false));

    talk(initiator, acceptor);

    for (Handshake side : List.of(initiator, acceptor)) {
      assertThat(side.state()).isEqualTo(Handshake.State.OPEN);
      assertThat(side.version()).isEqualTo(Handshake.Version.V06);
      assertThat(side.isInflating()).isTrue();
      assertThat(side.isDeflating()).isTrue();
      assertThat(side.isUltrapeer()).isTrue();
      assertThat(side.saysBye()).isTrue();
      assertThat(side.userAgent()).isEqualTo("arashi");
    }
  }

  @Test
  void compressesNothingForWhoCanNotReadIt() {
    Handshake initiator = Handshake.connecting(offer(false, false), Handshake.Version.V06);
    Handshake acceptor = Handshake.accepting(offer(true, false));

    talk(initiator, acceptor);

    assertThat(acceptor.state()).isEqualTo(Handshake.State.OPEN);
    assertThat(acceptor.isDeflating()).isFalse();
    assertThat(acceptor.isInflating()).isFalse();
    assertThat(initiator.isInflating()).isFalse();
    assertThat(initiator.isDeflating()).isFalse();
  }

  @Test
  void speaksTheOldVersionWithWhoSpeaksNoOther() {
    Handshake initiator = Handshake.connecting(offer(true, false), Handshake.Version.V04);
    Handshake acceptor = Handshake.accepting(offer(true, false));

    assertThat(acceptor.read(bytes(initiator.takeOutput()))).isEqualTo(Handshake.State.OPEN);
    String answer = acceptor.takeOutput();
    assertThat(answer).isEqualTo("GNUTELLA OK\n\n");
    assertThat(initiator.read(bytes(answer))).isEqualTo(Handshake.State.OPEN);
    assertThat(acceptor.version()).isEqualTo(Handshake.Version.V04);
    assertThat(acceptor.isDeflating()).isFalse();
  }

  @Test
  void sendsWhoIsOneTooManyElsewhere() {
    Handshake initiator = Handshake.connecting(offer(true, false), Handshake.Version.V06);
    Handshake acceptor = Handshake.accepting(offer(true, true));

    talk(initiator, acceptor);

    assertThat(acceptor.state()).isEqualTo(Handshake.State.REFUSED);
    assertThat(initiator.state()).isEqualTo(Handshake.State.REFUSED);
    assertThat(initiator.hosts()).containsExactly(HOST);
  }

  @Test
  void isNoPeerOfItself() {
    Handshake initiator =
        Handshake.connecting(offer(1, Set.of(), true, false), Handshake.Version.V06);
    Handshake acceptor = Handshake.accepting(offer(1, Set.of(), true, false));

    talk(initiator, acceptor);

    for (Handshake side : List.of(initiator, acceptor)) {
      assertThat(side.state()).isEqualTo(Handshake.State.REFUSED);
      assertThat(side.isSelf()).isTrue();
    }
  }

  @Test
  void whoIsAPeerAlreadyIsRefusedByEitherSide() {
    Set<Guid> both = Set.of(new Guid(0, 1), new Guid(0, 2));
    for (boolean known : List.of(true, false)) {
      Handshake initiator =
          Handshake.connecting(
              offer(1, known ? Set.of() : both, true, false), Handshake.Version.V06);
      Handshake acceptor = Handshake.accepting(offer(2, known ? both : Set.of(), true, false));

      talk(initiator, acceptor);

      for (Handshake side : List.of(initiator, acceptor)) {
        assertThat(side.state()).isEqualTo(Handshake.State.REFUSED);
        assertThat(side.isSelf()).isFalse();
      }
      assertThat(initiator.servent()).contains(new Guid(0, 2));
      assertThat(acceptor.servent()).contains(new Guid(0, 1));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "1",
        "0000000000000000000000000000000g",
        "+0000000000000000000000000000000",
        "000000000000000000000000000000001"
      })
  void whoSaysNoGuidIsJustAnotherPeer(String guid) {
    Handshake acceptor = Handshake.accepting(offer(1, Set.of(), true, false));

    acceptor.read(bytes("GNUTELLA CONNECT/0.6\r\nGUID: " + guid + "\r\n\r\n"));

    assertThat(acceptor.takeOutput()).startsWith("GNUTELLA/0.6 200 OK\r\n");
    assertThat(acceptor.servent()).isEmpty();
  }

  @Test
  void leavesBytesThatComeGluedToItToWhoReadsOn() {
    Handshake acceptor = Handshake.accepting(offer(true, false));
    ByteBuffer input =
        bytes("GNUTELLA CONNECT/0.6\r\nX-Ultrapeer: False\r\n\r\nGNUTELLA/0.6 200 OK\r\n\r\n!!!");

    assertThat(acceptor.read(input)).isEqualTo(Handshake.State.OPEN);
    assertThat(input.remaining()).isEqualTo(3);
    assertThat(acceptor.isUltrapeer()).isFalse();

    ByteBuffer old = bytes("GNUTELLA CONNECT/0.4\n\n\n");
    assertThat(Handshake.accepting(offer(true, false)).read(old)).isEqualTo(Handshake.State.OPEN);
    assertThat(old.remaining()).as("a packet may begin with a line feed").isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET / HTTP/1.1\r\n\r\n",
        "GNUTELLA CONNECT/0.5\n\n",
        "GNUTELLA CONNECT/1.0\r\n\r\n",
        "\n\n",
        "GNUTELLA/0.6 200 OK\r\n\r\n"
      })
  void whatIsNoHandshakeFails(String input) {
    Handshake acceptor = Handshake.accepting(offer(true, false));

    assertThat(acceptor.read(bytes(input))).isEqualTo(Handshake.State.FAILED);
    assertThat(acceptor.takeOutput()).isEmpty();
  }

  @Test
  void linesWithoutEndFailAtTheLimit() {
    Handshake acceptor = Handshake.accepting(offer(true, false));

    assertThat(acceptor.read(bytes("GNUTELLA CONNECT/0.6\r\n" + "a".repeat(970))))
        .isEqualTo(Handshake.State.READING);
    assertThat(acceptor.read(bytes("a".repeat(1000)))).isEqualTo(Handshake.State.FAILED);
  }

  @Test
  void anAnswerOtherThan200IsARefusal() {
    Handshake initiator = Handshake.connecting(offer(true, false), Handshake.Version.V06);

    assertThat(initiator.read(bytes("GNUTELLA/0.6 403 Leaves only\r\nX-Try: 1.2.3.4:5\r\n\r\n")))
        .isEqualTo(Handshake.State.REFUSED);
    assertThat(initiator.hosts()).containsExactly(new Host(0x01020304, 5));
  }

  @Test
  void readsHostsAndLeavesOutWhatIsNone() {
    assertThat(
            Host.parseAll("1.2.3.4:6346, 256.1.1.1:1,x, 9.8.7.6:0,4.3.2.1:65535 2005-01-01T10:00Z"))
        .containsExactly(new Host(0x01020304, 6346), new Host(0x04030201, 65535));
    assertThat(Host.of(HOST.socketAddress())).contains(HOST);
    assertThat(HOST).hasToString("10.0.0.1:6346");
  }
}
