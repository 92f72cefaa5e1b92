package arashi.deploy.torture;

import java.util.HashSet;
import java.util.Set;

/**
 * A mail with a subject of its own, and its required places by the answers to its client.
 *
 * <pre>
 *   acknowledged ──► the new place          refused, unanswered ──► left alone until the next audit
 * </pre>
 *
 * <p>One client changes it, and no other; between two rounds the audit does.
 */
final class Marked {

  /** Folder and flags of a mail: bit 1 is seen, bit 2 is flagged. */
  record Place(long folder, int flags) {
    /** Deleted for ever. */
    static final Place GONE = new Place(0, 0);
  }

  private static final long UNKNOWN = 0;

  private final String subject;
  private final Set<Place> possible = new HashSet<>();
  private final Set<Place> refused = new HashSet<>();
  private Place place;
  private long uid;
  private boolean settled = true;

  Marked(String subject, Place place, long uid) {
    this.subject = subject;
    found(place, uid);
  }

  String subject() {
    return subject;
  }

  Place place() {
    return place;
  }

  boolean knowsUid() {
    return uid != UNKNOWN;
  }

  long uid() {
    return uid;
  }

  void located(long now) {
    uid = now;
  }

  /** True if its client may change it: it exists, and nothing about it is in doubt. */
  boolean settled() {
    return settled && !place.equals(Place.GONE);
  }

  /** The change is in force. */
  void acknowledged(Place to) {
    if (to.folder() != place.folder()) {
      uid = UNKNOWN;
    }
    place = to;
    possible.clear();
    possible.add(to);
  }

  /** The change must never come into force. */
  void refused(Place to) {
    refused.add(to);
    settled = false;
  }

  /** The change may be in force or not, as a whole. */
  void unanswered(Place to) {
    possible.add(to);
    settled = false;
  }

  /** Records that a page does not show it where it should; the audit finds the cause. */
  void doubted() {
    settled = false;
  }

  boolean mayBeAt(Place actual) {
    return possible.contains(actual);
  }

  boolean wasRefusedTo(Place actual) {
    return refused.contains(actual);
  }

  /** Requires from now on the state that the audit found. */
  void found(Place actual, long now) {
    possible.clear();
    possible.add(actual);
    refused.clear();
    place = actual;
    uid = now;
    settled = true;
  }

  @Override
  public String toString() {
    return subject + ", may be at " + possible + ", refused at " + refused;
  }
}
