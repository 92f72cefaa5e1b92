package arashi.front.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TokensTest {
  @Test
  void areAllDifferentAndOfTheirForm() {
    Set<String> tokens = new HashSet<>();
    for (int i = 0; i < 1_000; i++) {
      String token = Tokens.random();
      assertThat(Tokens.isToken(token)).isTrue();
      tokens.add(token);
    }
    assertThat(tokens).hasSize(1_000);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "short",
        "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA;",
        "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\u00e4",
        "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
      })
  void haveNoOtherForm(String text) {
    assertThat(Tokens.isToken(text)).isFalse();
  }
}
