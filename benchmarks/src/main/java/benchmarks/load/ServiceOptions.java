package benchmarks.load;

import arashi.deploy.PasswordFile;
import benchmarks.corpus.MailSupply;
import db.migrations.MySqlUrl;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Option;

/** Options of the mail service's database and mail; mixed into commands. */
public final class ServiceOptions {
  @Option(
      names = "--mysql",
      paramLabel = "JDBC-URL",
      description = "this server instead of the embedded one, like jdbc:mysql://HOST/DATABASE")
  private String mysql;

  @Option(names = "--mysql-user", paramLabel = "NAME", description = "its login")
  private String mysqlUser;

  @Option(
      names = "--mysql-password-file",
      paramLabel = "FILE",
      description = "its first line is the password (default: $ARASHI_MYSQL_PASSWORD)")
  private Path mysqlPasswordFile;

  private String password;

  @Option(
      names = "--mbox",
      paramLabel = "FILE",
      description = "real mail instead of made-up mail: an mbox, not compressed; can be repeated")
  private List<Path> mboxes = List.of();

  /** JDBC URL of the database, with user and password; null for the embedded one. */
  public String mysql() {
    if (mysql == null) {
      return null;
    }
    MySqlUrl url = new MySqlUrl(mysql);
    if (mysqlUser != null) {
      url = url.with("user", mysqlUser);
    }
    if (password() != null && !url.holdsPassword()) {
      url = url.with("password", password());
    }
    return url.text();
  }

  private String password() {
    if (mysqlPasswordFile == null) {
      return System.getenv("ARASHI_MYSQL_PASSWORD");
    }
    if (password == null) { // once, for it may be a pipe
      password = PasswordFile.read("--mysql-password-file", mysqlPasswordFile);
    }
    return password;
  }

  /** The mail; fails if a file can't be read. */
  public MailSupply mail() {
    return new MailSupply(mboxes);
  }
}
