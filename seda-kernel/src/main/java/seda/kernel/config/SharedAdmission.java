package seda.kernel.config;

import java.util.Optional;
import java.util.Set;
import seda.kernel.graph.Overrides.Setting;

/**
 * Section {@code seda.admission}: one admission policy for several stages. A stage's own section
 * precedes it.
 *
 * @param stages names of the stages
 */
record SharedAdmission(Set<String> stages, Admission admission, Setting setting) {

  /** Reads the section of a configuration's root; empty if it is missing. */
  static Optional<SharedAdmission> read(Section root) {
    Section section = root.section("admission");
    return root.setting("admission")
        .map(
            setting ->
                new SharedAdmission(section.names("stages"), Admission.read(section), setting));
  }
}
