package gnutella;

import gnutella.protocol.Handshake;
import gnutella.protocol.Host;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import seda.netio.Connection;

/**
 * Runs the handshake of one connection, and reports the outcome of outgoing ones to the host cache.
 * Confined to the connection's processor.
 */
final class Greeting {
  private final ConnectionContext shared;
  private final Connection connection;
  private final Optional<Host> dialled;
  private final Handshake handshake;
  private boolean holdsDeflated;
  private boolean answered;

  /**
   * Starts the handshake; the client side sends its first lines.
   *
   * @param block address block of the remote end
   * @param dialled host of an outgoing connection; empty for an accepted one
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

  /** Consumes input and sends the reply. */
  Handshake.State goOn() {
    ByteBuffer came = connection.input();
    if (came != null) {
      answered = true;
      handshake.read(came);
      say();
    }
    return handshake.state();
  }

  /** The handshake with its negotiated values. */
  Handshake handshake() {
    return handshake;
  }

  boolean dialled() {
    return dialled.isPresent();
  }

  /** Records a successful handshake. */
  void joined() {
    if (!handshake.isInflating() && !handshake.isDeflating()) {
      release();
    }
    dialled.ifPresent(shared.hosts()::joined);
  }

  /** Records that the connection ended before the handshake succeeded. */
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

  /** Records that a peer has left. */
  void left() {
    dialled.ifPresent(host -> shared.hosts().left(host, shared.clock().nanos()));
  }

  /** Releases its compressed-connection slot. */
  void release() {
    if (holdsDeflated) {
      holdsDeflated = false;
      shared.giveDeflated();
    }
  }
}
