package arashi.front.page;

import arashi.store.mail.Folder;
import arashi.store.mail.Folders;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Duration;
import java.util.List;
import seda.kernel.Clock;

/** Cache of accounts' folders, for pages that do without current counters. Thread-safe. */
public final class FolderCache {
  private static final Duration LIFETIME = Duration.ofMinutes(1);
  private static final long MOST_FOLDERS = 200_000;

  private final Folders rows;
  private final Cache<Long, List<Folder>> lately;

  /** Starts empty. */
  public FolderCache(Folders rows, Clock clock) {
    this.rows = rows;
    this.lately =
        Caffeine.newBuilder()
            .expireAfterWrite(LIFETIME)
            .maximumWeight(MOST_FOLDERS)
            .weigher((Long account, List<Folder> folders) -> folders.size() + 1)
            .ticker(clock::nanos)
            .build();
  }

  /** Returns all folders of an account from the database. Blocks. */
  List<Folder> now(long account) {
    List<Folder> folders = rows.list(account);
    lately.put(account, folders);
    return folders;
  }

  /**
   * Returns all folders of an account, at most a minute old, with the counters of that moment.
   * Blocks on a cache miss.
   *
   * @param needed a folder that must be present even if it is newer, or 0
   */
  List<Folder> lately(long account, long needed) {
    List<Folder> known = known(account);
    boolean has = needed == 0 || known.stream().anyMatch(folder -> folder.id() == needed);
    return known.isEmpty() || !has ? now(account) : known;
  }

  /** Returns the cached folders of an account; empty on a miss. */
  List<Folder> known(long account) {
    List<Folder> known = lately.getIfPresent(account);
    return known == null ? List.of() : known;
  }
}
