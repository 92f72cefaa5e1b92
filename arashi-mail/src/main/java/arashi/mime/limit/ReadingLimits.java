package arashi.mime.limit;

import com.typesafe.config.Config;

/**
 * Limits of parsing one mail, on arrival and on each display.
 *
 * @param budget limit of CPU time
 * @param html limits of the HTML on the page
 * @param terms limits of the terms in the index
 */
public record ReadingLimits(WorkBudget.Limit budget, HtmlLimits html, TermLimits terms) {

  /** Reads {@code mail.reading-time}, {@code mail.html} and {@code mail.index}. */
  public static ReadingLimits of(Config config) {
    return new ReadingLimits(
        WorkBudget.Limit.ofCpuTime(config.getDuration("mail.reading-time")),
        HtmlLimits.of(config),
        TermLimits.of(config));
  }
}
