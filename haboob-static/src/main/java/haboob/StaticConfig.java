package haboob;
/** x */
public record StaticConfig(java.nio.file.Path root, long cacheBytes) {
  /** x */
  public static StaticConfig of(java.nio.file.Path root, long cacheBytes) { return new StaticConfig(root, cacheBytes); }
}
