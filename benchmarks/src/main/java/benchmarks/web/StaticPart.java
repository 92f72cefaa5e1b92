package benchmarks.web;

import benchmarks.report.Figures;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The parts of {@code bench static}; each has a section of its own. */
public enum StaticPart {
  PAGE("a cached page, beside nginx and Apache"),
  BROWSERS("the same, with requests of browsers"),
  MIX("SPECweb99's mix of files, beside nginx and Apache"),
  CLIENTS("clients that think and connect anew, beside nginx and Apache"),
  CACHE("hits of the page cache's policy, beside LRU"),
  SLOW("the effect of 1,000 slow clients on the others"),
  IDLE("18,000 idle connections"),
  TLS("handshakes and bytes under TLS, beside nginx"),
  BOTTLENECK("Figure 13 of the SEDA paper: 1024 clients on the bottleneck page");

  private final String description;

  StaticPart(String description) {
    this.description = description;
  }

  String lowerCase() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Name and description of each, a line each. */
  public static List<String> lines() {
    return Arrays.stream(values())
        .map(part -> Figures.text("static --part %-11s%s", part.lowerCase(), part.description))
        .toList();
  }
}
