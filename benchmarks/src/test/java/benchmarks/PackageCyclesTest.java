package benchmarks;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * No cycle spans packages. The rule holds for every module that the parent POM lists, and for every
 * package in the module's sources; this module is last in the build and sees all others.
 */
class PackageCyclesTest {
  private static final Path ROOT = Path.of("..");
  private static final Pattern MODULE = Pattern.compile("<module>([^<]+)</module>");

  static List<String> modules() throws IOException {
    return MODULE
        .matcher(Files.readString(ROOT.resolve("pom.xml")))
        .results()
        .map(module -> module.group(1))
        .toList();
  }

  @ParameterizedTest
  @MethodSource("modules")
  void noCycleSpansPackages(String module) throws IOException {
    Set<String> packages = packages(module);
    JavaClasses classes = classes(packages);
    assertThat(classes.stream().map(JavaClass::getPackageName))
        .as("packages of %s on the class path", module)
        .containsAll(packages);
    slices().matching("(**)").should().beFreeOfCycles().check(classes);
  }

  @Test
  void benchmarksAreLookedAtToo() throws IOException {
    assertThat(modules()).contains("seda-kernel", "benchmarks");
    assertThat(packages("benchmarks")).contains("benchmarks", "benchmarks.report");
  }

  /** The packages that hold types in a module's sources. */
  private static Set<String> packages(String module) throws IOException {
    Path sources = ROOT.resolve(module).resolve("src/main/java");
    try (Stream<Path> files = Files.walk(sources)) {
      return files
          .map(sources::relativize)
          .filter(file -> file.getNameCount() > 1 && isType(file.getFileName().toString()))
          .map(
              file -> file.getParent().toString().replace(file.getFileSystem().getSeparator(), "."))
          .collect(Collectors.toCollection(TreeSet::new));
    }
  }

  private static boolean isType(String file) {
    return file.endsWith(".java") && !file.endsWith("-info.java");
  }

  /** Without the packages below these, which may belong to other modules, and without tests. */
  private static JavaClasses classes(Set<String> packages) {
    ImportOption noTestJars = location -> !location.contains("-tests.jar");
    return new ClassFileImporter()
        .withImportOption(new ImportOption.DoNotIncludeTests())
        .withImportOption(noTestJars)
        .importPackages(packages)
        .that(describe("in the module", type -> packages.contains(type.getPackageName())));
  }
}
