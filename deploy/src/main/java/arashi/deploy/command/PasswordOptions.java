package arashi.deploy.command;

import arashi.deploy.config.CommandException;
import arashi.deploy.config.PasswordFile;
import java.io.BufferedReader;
import java.io.Console;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import picocli.CommandLine.Option;

/** The sources of a user's new password. */
final class PasswordOptions {
  /** The environment variable that holds the password if no option is given. */
  static final String VARIABLE = "ARASHI_USER_PASSWORD";

  @Option(names = "--password-stdin", description = "read the password from standard input")
  boolean fromStdin;

  @Option(
      names = "--password-file",
      paramLabel = "FILE",
      description = "its first line (or $" + VARIABLE + ")")
  Path file;

  /** Reads the password; null at the end of input. Blocks while the user types. */
  String read() throws IOException {
    if (fromStdin) {
      return new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))
          .readLine();
    }
    if (file != null) {
      return PasswordFile.read("--password-file", file);
    }
    String variable = System.getenv(VARIABLE);
    return variable == null ? ask() : variable;
  }

  /** Since JDK 22 a console always exists; without a terminal it reads standard input. */
  @SuppressWarnings("SystemConsoleNull")
  private static String ask() {
    Console console = System.console();
    if (console == null) {
      throw new CommandException(
          "no terminal to ask for a password: use --password-stdin or --password-file");
    }
    char[] first = console.readPassword("Password: ");
    char[] second = console.readPassword("Again: ");
    if (!Arrays.equals(first, second)) {
      throw new CommandException("the two passwords differ");
    }
    return first == null ? null : new String(first);
  }
}
