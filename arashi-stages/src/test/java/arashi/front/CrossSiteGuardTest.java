package arashi.front;

import static org.assertj.core.api.Assertions.assertThat;

import arashi.front.CrossSiteGuard.Sender;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import seda.netio.http.HttpRequest;

class CrossSiteGuardTest {
  private final CrossSiteGuard direct = new CrossSiteGuard("");
  private final CrossSiteGuard proxied = new CrossSiteGuard("https://mail.example");

  private static HttpRequest post() {
    return HttpRequest.of("POST", "/login").withHeader("Host", "mail.example:8080");
  }

  @ParameterizedTest
  @CsvSource({"same-origin,false", "none,false", "same-site,true", "cross-site,true", "x,true"})
  void believesFetchMetadata(String site, boolean crossSite) {
    HttpRequest request =
        post().withHeader("Sec-Fetch-Site", site).withHeader("Origin", "http://mail.example:8080");
    assertThat(direct.isCrossSite(request)).isEqualTo(crossSite);
  }

  @ParameterizedTest
  @CsvSource({
    "http://mail.example:8080,false",
    "HTTP://MAIL.example:8080,false",
    "http://mail.example,true",
    "https://mail.example:8080,true",
    "http://mail.example.evil.example:8080,true",
    "http://evil.example,true",
  })
  void comparesTheOriginWithTheHost(String origin, boolean crossSite) {
    assertThat(direct.isCrossSite(post().withHeader("Origin", origin))).isEqualTo(crossSite);
  }

  @ParameterizedTest
  @CsvSource({"https://mail.example,false", "http://mail.example:8080,true"})
  void comparesTheOriginWithThePublicOneBehindAProxy(String origin, boolean crossSite) {
    assertThat(proxied.isCrossSite(post().withHeader("Origin", origin))).isEqualTo(crossSite);
  }

  /** {@code none} names no page, so the origin decides. */
  @ParameterizedTest
  @CsvSource({
    "none, http://mail.example:8080, OURS",
    "none, http://evil.example, FOREIGN",
    "none, , UNKNOWN",
    ", , UNKNOWN",
    "same-origin, , OURS",
    "same-site, http://mail.example:8080, FOREIGN"
  })
  void classifiesTheSenderByItsHeaders(String site, String origin, Sender sender) {
    HttpRequest request = post();
    request = site == null ? request : request.withHeader("Sec-Fetch-Site", site);
    request = origin == null ? request : request.withHeader("Origin", origin);
    assertThat(direct.sender(request)).isEqualTo(sender);
  }

  @Test
  void leavesRequestsThatSayNothingToTheToken() {
    assertThat(direct.isCrossSite(post())).isFalse();
    assertThat(proxied.isCrossSite(post())).isFalse();
  }

  @Test
  void refusesAnOriginThatTheBrowserHides() {
    HttpRequest sandboxed = post().withHeader("Origin", "null");
    assertThat(direct.isCrossSite(sandboxed)).isTrue();
    assertThat(proxied.isCrossSite(sandboxed)).isTrue();
    assertThat(direct.isCrossSite(sandboxed.withHeader("Sec-Fetch-Site", "same-origin"))).isTrue();
  }

  @Test
  void comparesTokensWhole() {
    assertThat(CrossSiteGuard.tokenMatches("abc", "abc")).isTrue();
    assertThat(CrossSiteGuard.tokenMatches("abc", "ab")).isFalse();
    assertThat(CrossSiteGuard.tokenMatches("abc", "")).isFalse();
    assertThat(CrossSiteGuard.tokenMatches("abc", null)).isFalse();
  }
}
