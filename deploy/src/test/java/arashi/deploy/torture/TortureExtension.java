package arashi.deploy.torture;

import db.migrations.TestDatabase;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.extension.AfterTestExecutionCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.opentest4j.TestAbortedException;

/**
 * Gives each scenario its {@link Tally}, fails the scenario if that is not sound, and writes the
 * table when all have run.
 */
final class TortureExtension implements ParameterResolver, AfterTestExecutionCallback {
  private static final Namespace SPACE = Namespace.create(TortureExtension.class);

  /** The table so far; JUnit closes it with the last test. */
  private static final class Table implements AutoCloseable {
    private static final Path FILE = Path.of("target", "torture-" + TestDatabase.FORK + ".md");
    private final List<Tally> rows = new CopyOnWriteArrayList<>();

    @Override
    public void close() {
      StringBuilder text = new StringBuilder(Tally.HEAD);
      rows.forEach(row -> text.append(row.row()));
      String table = text.toString();
      text.append('\n');
      rows.forEach(row -> text.append(row.details()));
      text.append("\nSeed: ").append(Plan.SEED).append('\n');
      try {
        Files.writeString(FILE, text);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      if (rows.stream().allMatch(Tally::sound)) {
        Victim.deleteAll(); // else it is kept, to be looked at
      }
      System.out.println(table + "torture: -Darashi.torture.seed=" + Plan.SEED + ", see " + FILE);
    }
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == Tally.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    Tally tally = new Tally(context.getDisplayName());
    context.getStore(SPACE).put(Tally.class, tally);
    context
        .getRoot()
        .getStore(SPACE)
        .computeIfAbsent(Table.class, unused -> new Table(), Table.class)
        .rows
        .add(tally);
    return tally;
  }

  @Override
  public void afterTestExecution(ExtensionContext context) {
    Tally tally = context.getStore(SPACE).get(Tally.class, Tally.class);
    if (tally == null) {
      return;
    }
    Optional<Throwable> failure = context.getExecutionException();
    failure.ifPresent(
        e -> {
          if (e instanceof TestAbortedException) {
            tally.skipped(e.getMessage());
          } else {
            tally.ended("ended by " + e);
            tally.fault(Fault.OTHER, "did not run to its end");
          }
        });
    System.out.print(tally.row() + tally.details());
    if (failure.isEmpty() && !tally.sound()) {
      throw new AssertionError("faults were counted: see the lines above and " + Table.FILE);
    }
  }
}
