package benchmarks.load;

import arashi.deploy.config.PasswordFile;
import benchmarks.corpus.MailSupply;
import db.migrations.MySqlUrl;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Option;

/** Options for the database and the mail of a command's service. */
public final class ServiceOptions {
  @Option(
      names = "--mysql",
      paramLabel = "JDBC-URL",
      description = "MySQL server instead of the embedded one: jdbc:mysql://HOST/DATABASE")
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
      description = "an uncompressed mbox of real mail instead of generated mail; repeatable")
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
    if (password == null) { // read once, because the file may be a pipe
      password = PasswordFile.read("--mysql-password-file", mysqlPasswordFile);
    }
    return password;
  }

  /** The mail; fails for an unreadable file. */
  public MailSupply mail() {
    return new MailSupply(mboxes);
  }
}
