package gnutella;

import gnutella.protocol.Handshake;
import gnutella.protocol.Host;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import seda.netio.Connection;

/**
 * The handshake of one connection, and what the host cache learns from it of whom we dialled. On
 * the connection's processor.
 */
final class Greeting {
  private final ConnectionContext shared;
  private final Connection connection;
  private final Optional<Host> dialled;
  private final Handshake handshake;
  private boolean holdsDeflated;
  private boolean answered;

  /**
   * Says the first words, if we dialled.
   *
   * @param block where it comes from
   * @param dialled whom we connected to; empty if he connected to us
   */
  Greeting(
      ConnectionContext shared, Connection connection, AddressBlock block, Optional<Host> dialled) {
    this.shared = shared;
    this.connection = connection;
    this.dialled = dialled;
    this.holdsDeflated = shared.takeDeflated();
    Handshake.Offer offer = shared.offer(holdsDeflated, block);
    this.handshake =
        dialled
            .map(host -> Handshake.connecting(offer, shared.hosts().version(host)))
            .orElseGet(() -> Handshake.accepting(offer));
    say();
  }

  private void say() {
    String text = handshake.takeOutput();
    if (!text.isEmpty()) {
      connection.write(ByteBuffer.wrap(text.getBytes(StandardCharsets.ISO_8859_1)));
    }
  }

  /** Goes on with what has come, and answers it. */
  Handshake.State goOn() {
    ByteBuffer came = connection.input();
    if (came != null) {
      answered = true;
      handshake.read(came);
      say();
    }
    return handshake.state();
  }

  /** What was agreed on. */
  Handshake handshake() {
    return handshake;
  }

  boolean dialled() {
    return dialled.isPresent();
  }

  /** Hands are shaken. */
  void joined() {
    if (!handshake.isInflating() && !handshake.isDeflating()) {
      release();
    }
    dialled.ifPresent(shared.hosts()::joined);
  }

  /** The connection ended before hands were shaken. */
  void failed() {
    long now = shared.clock().nanos();
    dialled.ifPresent(
        host -> {
          if (handshake.isSelf()) {
            shared.hosts().self(host);
          } else if (answered) {
            shared.hosts().failed(host, now);
          } else {
            shared.hosts().notUnderstood(host, now);
          }
        });
  }

  /** Who had joined takes no part any more. */
  void left() {
    dialled.ifPresent(host -> shared.hosts().left(host, shared.clock().nanos()));
  }

  /** Gives back the place among those that may be compressed. */
  void release() {
    if (holdsDeflated) {
      holdsDeflated = false;
      shared.giveDeflated();
    }
  }
}
