package arashi.request.complete;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CompletionInputTest {
  @ParameterizedTest
  @CsvSource({
    "αθη, Αθηνά Ωνάση",
    "ΩΝΆΣ, Αθηνά Ωνάση",
    "елк, Ёлкин",
    "jorg, Jörg",
    "かた, カタヤマ",
    "co\u00adop, Coop"
  })
  void fitsNamesInOtherSpellings(String typed, String name) {
    assertThat(CompletionInput.of(typed).fits(name, "a@x.example")).isTrue();
  }

  @Test
  void looksUpWhatEarlierVersionsStored() {
    assertThat(CompletionInput.beginnings("Αθή")).containsExactly("αθη", "αθή");
    assertThat(CompletionInput.beginnings("Ada Ωνάσ")).containsExactly("ωνασ", "ωνάσ");
    assertThat(CompletionInput.beginnings("Jörg M")).containsExactly("jorg");
    assertThat(CompletionInput.beginnings("Ada <ada@x")).containsExactly("<ada@x");
  }
}
