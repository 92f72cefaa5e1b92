package benchmarks.report;

import db.migrations.MySqlUrl;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;

/** The command line of a benchmark, for what it writes: others are to be able to do it again. */
public final class TypedCommand {
  private TypedCommand() {}

  /** As it was typed, but for passwords: in the address of a database, and those of accounts. */
  public static String of(CommandSpec spec) {
    return of(spec.commandLine().getParseResult().originalArgs());
  }

  static String of(List<String> typed) {
    StringBuilder text = new StringBuilder("./arashi bench");
    String before = "";
    for (String argument : typed) {
      boolean account = before.equals("--account") || argument.startsWith("--account=");
      text.append(' ').append(account ? argument.replaceAll(":[^,]*", ":…") : argument);
      before = argument;
    }
    return MySqlUrl.masked(text.toString());
  }
}
