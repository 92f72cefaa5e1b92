package haboob.http;

import java.util.concurrent.atomic.AtomicInteger;

/** A reference count that runs an action on the last release. Any thread. */
public final class UseCount {
  private final AtomicInteger users = new AtomicInteger(1);
  private final Runnable whenUnused;

  /** Creates a count of one, for the caller. */
  public UseCount(Runnable whenUnused) {
    this.whenUnused = whenUnused;
  }

  /** Adds a user; false if the last one has released. */
  public boolean retain() {
    return users.getAndUpdate(count -> count == 0 ? 0 : count + 1) > 0;
  }

  /** Removes a user. */
  public void release() {
    if (users.decrementAndGet() == 0) {
      whenUnused.run();
    }
  }
}
