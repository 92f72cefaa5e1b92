package arashi.store.job;

import java.util.Locale;

/**
 * How far a job is.
 *
 * <pre>
 *   RUNNING ─► DONE ───────► UNDONE
 *      ├─────► CANCELLED ──►
 *      └─────► FAILED ─────►
 * </pre>
 */
public enum JobState {
  /** There may be more to do. */
  RUNNING,
  /** It has looked at all mails. */
  DONE,
  /** Its user has stopped it. */
  CANCELLED,
  /** It can't go on: a folder is gone, or steps failed again and again. */
  FAILED,
  /** Another job takes it back. */
  UNDONE;

  String column() {
    return name().toLowerCase(Locale.ROOT);
  }

  static JobState ofColumn(String value) {
    return valueOf(value.toUpperCase(Locale.ROOT));
  }
}
