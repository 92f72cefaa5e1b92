package arashi.remote;

import arashi.remote.FetchException.Reason;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Weigher;
import seda.kernel.Clock;

/**
 * Remote content of mails, fetched at the reader's request. Images are cached per account: with a
 * shared cache, a fast answer would reveal that somebody else has read the same mail. Thread-safe;
 * blocks.
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
   * @param content shared with the cache; must not be changed
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  public record Image(ImageType type, byte[] content) {}

  /** Starts with an empty cache. */
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

  /** False if the operator has disabled remote content. */
  public boolean isOn() {
    return config.enabled();
  }

  /** Maximum of images shown per mail. */
  public int imagesOfMail() {
    return config.imagesOfMail();
  }

  /**
   * Returns an image for an account.
   *
   * @param address address in the mail
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
   * Unsubscribes an account by one click (RFC 8058), at its reader's request.
   *
   * @param address address in the mail
   * @throws FetchException unless the server confirms
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
