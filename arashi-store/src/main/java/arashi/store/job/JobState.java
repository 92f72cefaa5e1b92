package arashi.store.job;

import java.util.Locale;

/**
 * State of a job.
 *
 * <pre>
 *   RUNNING ─► DONE ───────► UNDONE
 *      ├─────► CANCELLED ──►
 *      └─────► FAILED ─────►
 * </pre>
 */
public enum JobState {
  /** Work may be left. */
  RUNNING,
  /** All mails were processed. */
  DONE,
  /** The user stopped it. */
  CANCELLED,
  /** It can't continue: a folder no longer exists, or steps failed repeatedly. */
  FAILED,
  /** Another job undoes it. */
  UNDONE;

  String column() {
    return name().toLowerCase(Locale.ROOT);
  }

  static JobState ofColumn(String value) {
    return valueOf(value.toUpperCase(Locale.ROOT));
  }
}
