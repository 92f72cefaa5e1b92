package haboob.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AcceptEncodingTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "gzip, deflate, br, zstd | 1 | 1 | 1",
        "gzip | 1 | 0 | 0",
        "GZIP;Q=0.5 , br; q=0.25 | 0.5 | 0.25 | 0",
        "x-gzip | 1 | 0 | 0",
        "* | 1 | 1 | 1",
        "*;q=0.1, br;q=0 | 0.1 | 0 | 0.1",
        "*;q=0 | 0 | 0 | 0",
        "gzip, *;q=0 | 1 | 0 | 0",
        "identity | 0 | 0 | 0",
        "identity;q=0 | 0 | 0 | 0",
        "'' | 0 | 0 | 0",
        "gzip;q=2, br;q=x, zstd;level=3 | 0 | 0 | 0",
        "gzip;q=-1, br;q=NaN, zstd;q= | 0 | 0 | 0",
        ",,;, ;q=1 | 0 | 0 | 0"
      })
  void weighsTheCodings(String field, double gzip, double brotli, double zstd) {
    AcceptEncoding accepted = AcceptEncoding.parse(field);

    assertThat(accepted.weight(Coding.GZIP)).isEqualTo(gzip);
    assertThat(accepted.weight(Coding.BROTLI)).isEqualTo(brotli);
    assertThat(accepted.weight(Coding.ZSTD)).isEqualTo(zstd);
  }
}
