package haboob.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ByteRangeTest {
  private static final long SIZE = 10_000;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "bytes=0-499 | 0 | 500",
        "bytes=500-999 | 500 | 500",
        "bytes=-500 | 9500 | 500",
        "bytes=9500- | 9500 | 500",
        "bytes=0-0 | 0 | 1",
        "bytes=-1 | 9999 | 1",
        "bytes=9999-99999 | 9999 | 1",
        "bytes=-99999 | 0 | 10000",
        "BYTES= 7-7 | 7 | 1",
        "bytes=0-99999999999999999999999 | 0 | 10000"
      })
  void isWhatWasAskedForWithinTheWhole(String field, long first, long length) {
    assertThat(ByteRange.parse(field, SIZE)).containsExactly(new ByteRange(first, length));
  }

  @Test
  void severalKeepTheirOrder() {
    assertThat(ByteRange.parse("bytes=500-600, 0-0,-1", SIZE))
        .containsExactly(new ByteRange(500, 101), new ByteRange(0, 1), new ByteRange(9999, 1));
  }

  @ParameterizedTest
  @ValueSource(strings = {"bytes=10000-", "bytes=10000-10001", "bytes=-0", "bytes=20000-,30000-"})
  void nothingIsLeftOfWhatLiesBehindTheEnd(String field) {
    assertThat(ByteRange.parse(field, SIZE)).isEmpty();
  }

  @Test
  void nothingIsLeftOfAnEmptyPage() {
    assertThat(ByteRange.parse("bytes=0-", 0)).isEmpty();
    assertThat(ByteRange.parse("bytes=-0", 0)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"bytes=-5", "bytes=0-0,-1"})
  void theLastBytesOfAnEmptyPageAreAllOfIt(String field) {
    assertThat(ByteRange.parse(field, 0)).isNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "items=0-1",
        "bytes",
        "bytes=",
        "bytes=1",
        "bytes=-",
        "bytes=2-1",
        "bytes=a-b",
        "bytes=0-1,",
        "bytes=+1-2",
        "bytes=1--2",
        "bytes=0-9999,0-0",
        "bytes=-6000,-6000",
        "bytes=0-0,1-1,2-2,3-3,4-4,5-5,6-6,7-7,8-8,9-9,10-10,11-11,12-12,13-13,14-14,15-15,16-16"
      })
  void isIgnoredIfMalformedOrMoreThanTheWhole(String field) {
    assertThat(ByteRange.parse(field, SIZE)).isNull();
  }
}
