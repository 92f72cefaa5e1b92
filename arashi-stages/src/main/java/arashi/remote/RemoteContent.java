package arashi.remote;

import arashi.remote.FetchException.Reason;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Weigher;
import seda.kernel.Clock;

/**
 * What mails have elsewhere, for readers who ask for it. An image that was fetched lately is kept
 * for the same account: were it shared, one that comes quickly would tell that somebody else has
 * read the same mail. Thread-safe; blocks.
 */
public final class RemoteContent {
  private final RemoteConfig config;
  private final GuardedFetch fetch;
  private final AccountFetches accounts;
  private final Cache<Key, Image> kept;

  private record Key(long account, RemoteUrl url) {}

  /**
   * An image.
   *
   * @param content shared with the cache: not to be changed
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  public record Image(ImageType type, byte[] content) {}

  /** Nothing is kept yet. */
  public RemoteContent(RemoteConfig config, GuardedFetch fetch, Clock clock) {
    this.config = config;
    this.fetch = fetch;
    this.accounts = new AccountFetches(config, clock);
    this.kept =
        Caffeine.newBuilder()
            .maximumWeight(config.cacheBytes())
            .weigher((Weigher<Key, Image>) RemoteContent::weight)
            .expireAfterWrite(config.cacheTime())
            .ticker(clock::nanos)
            .executor(Runnable::run)
            .build();
  }

  private static int weight(Key key, Image image) {
    int around = 200; // objects and their references
    return around + key.url().target().length() + image.content().length;
  }

  /** Whether anything is fetched: the operator may have turned it off. */
  public boolean isOn() {
    return config.enabled();
  }

  /** Most images that are shown of one mail. */
  public int imagesOfMail() {
    return config.imagesOfMail();
  }

  /**
   * An image, for an account.
   *
   * @param address as the mail has it
   * @throws FetchException if it can't be shown
   */
  public Image image(long account, String address) throws FetchException {
    if (!isOn()) {
      throw new FetchException(Reason.OFF);
    }
    RemoteUrl url =
        RemoteUrl.parse(address).orElseThrow(() -> new FetchException(Reason.BAD_ADDRESS));
    Key key = new Key(account, url);
    Image known = kept.getIfPresent(key);
    if (known != null) {
      return known;
    }
    AccountFetches.Permit permit = accounts.begin(account);
    try {
      byte[] bytes = fetch.get(url);
      ImageType type = ImageType.of(bytes).orElseThrow(() -> new FetchException(Reason.NO_IMAGE));
      Image image = new Image(type, bytes);
      kept.put(key, image);
      return image;
    } finally {
      permit.end();
    }
  }

  /**
   * Ends a subscription for an account, as its reader asked (RFC 8058).
   *
   * @param address as the mail has it
   * @throws FetchException unless the server says that it is done
   */
  public void unsubscribe(long account, String address) throws FetchException {
    if (!isOn()) {
      throw new FetchException(Reason.OFF);
    }
    RemoteUrl url =
        RemoteUrl.parse(address)
            .filter(RemoteUrl::secure)
            .orElseThrow(() -> new FetchException(Reason.BAD_ADDRESS));
    AccountFetches.Permit permit = accounts.begin(account);
    try {
      fetch.post(url, "List-Unsubscribe=One-Click");
    } finally {
      permit.end();
    }
  }
}
