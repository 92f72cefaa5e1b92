package arashi.store.mail;

import arashi.store.blob.Sha256;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/**
 * A permanently deleted mail that can be restored.
 *
 * @param message its former id
 * @param size bytes of its raw mail
 * @param expungedAt time of deletion
 * @param from as shown in listings
 * @param subject as shown in listings
 * @param trace header fields written by delivery; empty for imported mail
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record ExpungedMail(
    long account,
    long message,
    Sha256 sha256,
    long size,
    Instant receivedAt,
    Set<Flag> flags,
    Instant expungedAt,
    String from,
    String subject,
    Optional<byte[]> trace) {}
