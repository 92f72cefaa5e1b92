package arashi.store.mail;

import arashi.store.blob.Sha256;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/**
 * A mail that was deleted for good and can still be restored.
 *
 * @param message the id that it had
 * @param size bytes of its raw mail
 * @param expungedAt when it was deleted
 * @param from as its list had it; empty if an earlier release has deleted it
 * @param subject the same
 * @param trace header fields that delivery wrote; empty for mail that was imported
 */
@SuppressWarnings("ArrayRecordComponent") // carried, never compared
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
