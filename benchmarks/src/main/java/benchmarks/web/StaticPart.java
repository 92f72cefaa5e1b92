package benchmarks.web;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The parts of {@code bench static}; each has a section of its own. */
public enum StaticPart {
  /** Of the comparisons. */
  PAGE("a cached page, beside nginx and Apache", Comparison.PAGE),
  /** Of the comparisons. */
  BROWSERS("the same, with requests of browsers", Comparison.BROWSERS),
  /** Of the comparisons. */
  MIX("SPECweb99's mix of files, beside nginx and Apache", Comparison.MIX),
  /** Of the comparisons. */
  CLIENTS("clients that think and come back, beside nginx and Apache", Comparison.CLIENTS),
  /** {@link CachePart}. */
  CACHE("what the page cache's policy keeps, beside LRU", null),
  /** {@link SlowPart}. */
  SLOW("what 1,000 slow clients do to the others", null),
  /** {@link IdlePart}. */
  IDLE("18,000 idle connections", null),
  /** {@link TlsPart}. */
  TLS("handshakes and bytes under TLS, beside nginx", null),
  /** {@link BottleneckFigure}. */
  BOTTLENECK("Figure 13 of the SEDA paper: 1024 clients on the bottleneck page", null);

  private final String description;
  private final Comparison comparison;

  StaticPart(String description, Comparison comparison) {
    this.description = description;
    this.comparison = comparison;
  }

  Optional<Comparison> comparison() {
    return Optional.ofNullable(comparison);
  }

  /** Name and description of each, a line each. */
  public static List<String> lines() {
    return Arrays.stream(values())
        .map(
            part ->
                String.format(
                    Locale.ROOT,
                    "static --part %-11s%s",
                    part.name().toLowerCase(Locale.ROOT),
                    part.description))
        .toList();
  }
}
