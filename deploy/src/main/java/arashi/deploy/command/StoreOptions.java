package arashi.deploy.command;

import arashi.deploy.config.CommandException;
import arashi.deploy.config.MailSettings;
import arashi.deploy.config.PasswordFile;
import arashi.deploy.config.Warnings;
import db.migrations.MySqlUrl;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The options of every command that needs the store. */
final class StoreOptions {
  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "of the embedded database (default: one per user)")
  Path data;

  @Option(
      names = "--mysql",
      paramLabel = "JDBC-URL",
      description = "a MySQL server instead: jdbc:mysql://HOST/DB")
  String mysql;

  @Option(names = "--mysql-user", paramLabel = "NAME", description = "its login")
  String mysqlUser;

  @Option(
      names = "--mysql-password-file",
      paramLabel = "FILE",
      description = "its first line (or $ARASHI_MYSQL_PASSWORD)")
  Path mysqlPasswordFile;

  @Option(names = "--config", paramLabel = "FILE", description = "settings in HOCON")
  Path config;

  /** Returns the settings. Precedence: command line, file, environment, defaults. */
  MailSettings settings() {
    if (mysql != null && new MySqlUrl(mysql).holdsPassword()) {
      Warnings.print(
          "other users can see the password in --mysql;"
              + " give it by --mysql-password-file or in ARASHI_MYSQL_PASSWORD");
    }
    return MailSettings.load(config)
        .overridden(data, mysql)
        .with("mysql.user", mysqlUser)
        .with("mysql.password", mysqlPassword());
  }

  private String mysqlPassword() {
    try {
      return mysqlPasswordFile == null
          ? null
          : PasswordFile.read("--mysql-password-file", mysqlPasswordFile);
    } catch (IllegalArgumentException e) {
      throw new CommandException(e.getMessage(), e);
    }
  }
}
