package benchmarks.mail;

import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Option;

/** With what a benchmark starts the mail service; mixed into its command. */
public final class ServiceOptions {
  @Option(
      names = "--mysql",
      paramLabel = "JDBC-URL",
      description = "this server instead of the embedded one; user and password in the URL")
  private String mysql;

  @Option(
      names = "--mbox",
      paramLabel = "FILE",
      description = "real mail instead of made-up mail: an mbox, not compressed; can be repeated")
  private List<Path> mboxes = List.of();

  /** The database; null for the embedded one. */
  public String mysql() {
    return mysql;
  }

  /** The mail; fails if a file can't be read. */
  public MailSupply mail() {
    return new MailSupply(mboxes);
  }
}
