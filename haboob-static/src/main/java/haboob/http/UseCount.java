package haboob.http;

import java.util.concurrent.atomic.AtomicInteger;

/** How many use something that is to be closed when the last of them lets go. Any thread. */
public final class UseCount {
  private final AtomicInteger users = new AtomicInteger(1);
  private final Runnable whenUnused;

  /** With one user, who made it. */
  public UseCount(Runnable whenUnused) {
    this.whenUnused = whenUnused;
  }

  /** One user more; false if the last has let go already. */
  public boolean retain() {
    return users.getAndUpdate(count -> count == 0 ? 0 : count + 1) > 0;
  }

  /** One user less. */
  public void release() {
    if (users.decrementAndGet() == 0) {
      whenUnused.run();
    }
  }
}
