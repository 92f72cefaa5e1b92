package arashi.deploy;

import static arashi.deploy.Client.field;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Images of a mail that another server has. */
class RemoteImagesTest {
  private final ImageHost elsewhere = new ImageHost();
  private TestService service;
  private TestUser user;
  private Client client;
  private String mail;

  @BeforeEach
  void receive() {
    service = TestService.with(elsewhere.permitted());
    user = service.user();
    client = service.signedIn(user);
    mail = receive(image("/a.png"));
  }

  @AfterEach
  void stop() {
    service.close();
    elsewhere.close();
  }

  private String receive(String html) {
    return user.path(user.receives(Mails.html(1, "The kettle", html)));
  }

  private String image(String path) {
    return "<p>See: <img src='" + elsewhere.url(path) + "'></p>";
  }

  private String showLink(String page) {
    return client.get(page).page().select(".images a.button").attr("href");
  }

  /** Addresses of the images in the frame of a page. */
  private List<String> shown(String page) {
    String frame = client.get(page).page().select("iframe.html").attr("src");
    return client.get(frame).page().select("img[src]").eachAttr("src");
  }

  /** Link of the only image, on a page that shows it. */
  private String link() {
    return shown(showLink(mail)).get(0);
  }

  private Answer fetch(String link) {
    return service.client().get(link); // a frame without an origin sends no cookie
  }

  @Test
  void loadsNothingUntilTheReaderAsks() {
    assertThat(client.get(mail).page().select(".images").text())
        .contains("remote image was blocked");
    assertThat(shown(mail)).isEmpty();
    assertThat(client.get(mail + "/body").header("Content-Security-Policy"))
        .endsWith("img-src data:");
    assertThat(elsewhere.asked()).isEmpty();
  }

  @Test
  void showsThemByLinksThatSayWhoseTheyAre() {
    String page = showLink(mail);
    List<String> links = shown(page);
    assertThat(elsewhere.asked()).as("a page fetches nothing itself").isEmpty();
    assertThat(links).hasSize(1).allMatch(link -> link.startsWith("/image?u="));
    String policy = client.get(mail + "/body?images=show").header("Content-Security-Policy");
    assertThat(policy).contains("default-src 'none'").endsWith(service.url() + "/image");

    Answer answer = fetch(links.get(0));

    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.bytes()).isEqualTo(ImageHost.IMAGE);
    assertThat(answer.header("Content-Type")).isEqualTo("image/png");
    assertThat(answer.header("Cross-Origin-Resource-Policy")).isEqualTo("cross-origin");
    assertThat(answer.header("Content-Security-Policy")).isEqualTo("sandbox; default-src 'none'");
    assertThat(answer.header("X-Content-Type-Options")).isEqualTo("nosniff");
    assertThat(answer.headers("Set-Cookie")).isEmpty();
    assertThat(elsewhere.asked()).hasSize(1);
    assertThat(elsewhere.asked().get(0).headers())
        .containsOnlyKeys("Host", "User-agent", "Accept-encoding", "Connection", "Accept");
    assertThat(fetch(link()).status()).isEqualTo(200);
    assertThat(elsewhere.asked()).as("kept").hasSize(1);
    assertThat(client.get(page).page().select(".images").text()).contains("are loaded");
  }

  @Test
  void showsThemInStylesAndSourceSetsToo() {
    String other =
        receive(
            "<style>.a{background-image:url("
                + elsewhere.url("/style.png")
                + ")}</style><div class=a>x</div><img srcset='"
                + elsewhere.url("/set.png")
                + " 2x'><table background='"
                + elsewhere.url("/table.png")
                + "'><tr><td>y</table>");

    String body = client.get(other + "/body?images=show").text();

    assertThat(body.split("/image\\?u", -1)).hasSize(4);
    assertThat(body).doesNotContain("127.0.0.1");
  }

  @ParameterizedTest
  @CsvSource({
    "m=\\d+, m=1",
    "t=\\d+, t=99999999999",
    "u=[^&]+, u=aHR0cDovLzEyNy4wLjAuMS8",
    "s=.+, s=AAAAAAAAAAAAAAAAAAAAAA",
    "&s=.+, ''"
  })
  void fetchesNothingByAForgedLink(String part, String forged) {
    Answer answer = fetch(link().replaceFirst(part, forged));

    assertThat(answer.status()).isEqualTo(404);
    assertThat(elsewhere.asked()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "/inside, no such server in the public Internet",
    "/script.svg, no PNG, GIF, JPEG or WebP image"
  })
  void saysWhyAnImageIsMissing(String path, String why) {
    mail = receive(image(path) + image("/a.png"));
    List<String> links = shown(showLink(mail));

    Answer answer = fetch(links.get(0));

    assertThat(answer.status()).isEqualTo(502);
    assertThat(answer.text()).contains(why);
    assertThat(fetch(links.get(1)).status()).isEqualTo(200);
  }

  @Test
  void fetchesNothingFromThisMachineUnlessThatIsPermitted() {
    TestService usual = TestService.shared();
    Client there = usual.signedIn(user);
    String link = there.get(mail + "/body?images=show").page().select("img[src]").attr("src");

    assertThat(usual.client().get(link).status()).isEqualTo(502);
    assertThat(elsewhere.asked()).isEmpty();
  }

  @Test
  void showsImagesOfATrustedSenderUntilTrustIsRevoked() {
    Element form = client.get(mail).page().selectFirst(".images form");
    assertThat(form.text()).isEqualTo("Always show from ada@example.org");

    Answer told = client.follow(client.submit(form));

    assertThat(told.page().select(".notice").text()).contains("shown from now on");
    assertThat(told.page().select(".images").text()).contains("from ada@example.org are always");
    String later = receive(image("/later.png"));
    assertThat(shown(later)).hasSize(1);
    String other =
        user.path(
            user.receives(
                Mails.utf8(
                    "From: ada@example.net\r\nContent-Type: text/html\r\n\r\n" + image("/x.png"))));
    assertThat(shown(other)).as("another sender").isEmpty();
    Client stranger = service.signedIn(service.user());
    assertThat(stranger.get("/account").page().select("#images")).isEmpty();

    Element back = client.get("/account").page().selectFirst("form[action='/account/images']");
    Answer taken = client.follow(client.submit(back));

    assertThat(taken.page().select(".notice").text()).contains("only if you ask");
    assertThat(shown(later)).isEmpty();
    assertThat(client.get("/account").page().select("#images")).isEmpty();
  }

  @Test
  void offersNoSenderWhereThereAreTwo() {
    String mails =
        "From: a@example.org, b@example.org\r\nContent-Type: text/html\r\n\r\n" + image("/x.png");
    String two = user.path(user.receives(Mails.utf8(mails)));

    assertThat(client.get(two).page().select(".images form")).isEmpty();
    assertThat(client.get(two).page().select(".images a.button")).hasSize(1);
  }

  @Test
  void keepsNoSenderWithoutOurToken() {
    assertThat(client.post("/account/images", List.of(field("sender", "a@b.example"))).status())
        .isEqualTo(403);
    assertThat(client.act("/account/images", field("sender", "nobody")).status()).isEqualTo(400);
    assertThat(client.get("/account").page().select("#images")).isEmpty();
  }

  @Test
  void showsNoneForALinkOfAnotherSite() {
    Answer page = client.get(mail + "?images=show", "Sec-Fetch-Site", "cross-site");
    Answer body = client.get(mail + "/body?images=show", "Sec-Fetch-Site", "cross-site");

    assertThat(page.page().select("iframe.html").attr("src")).doesNotContain("images");
    assertThat(body.page().select("img[src]")).isEmpty();
  }

  /** After the login the browser would follow the address as a link of ours. */
  @ParameterizedTest
  @CsvSource({
    "MAIL?images=show, MAIL",
    "MAIL?view=html&%69mages=show, MAIL",
    "/login?next=MAIL?images=show, MAIL",
    "/login?next=MAIL%3Fimages%3Dshow, MAIL",
    "/login?next=/login%3Fnext=MAIL%253Fimages%253Dshow, /login",
    "/login?next=MAIL%3Fview%3Dplain, MAIL?view=plain",
    "/compose?to=a@b.example, /compose?to=a@b.example"
  })
  void aLoginDoesNotShowThemForALinkOfAnotherSite(String link, String next) {
    String target = link.replace("MAIL", mail);
    Client stranger = service.client();

    Answer foreign = stranger.get(target, "Sec-Fetch-Site", "cross-site");
    Answer own = stranger.get(target, "Sec-Fetch-Site", "same-origin");

    assertThat(foreign.page().select("[name=next]").val()).isEqualTo(next.replace("MAIL", mail));
    if (link.startsWith("MAIL")) {
      assertThat(own.page().select("[name=next]").val()).isEqualTo(target);
    }
  }

  @Test
  void showsNoMoreThanTheLimitOfAMail() {
    Map<String, Object> two = new java.util.HashMap<>(elsewhere.permitted());
    two.put("mail.remote.images-of-mail", 2);
    String many = receive(image("/1") + image("/2") + image("/1") + image("/3"));
    try (TestService limited = TestService.with(two)) {
      Answer body = limited.signedIn(user).get(many + "/body?images=show");
      assertThat(body.page().select("img[src]")).hasSize(3);
    }
  }

  @Test
  void offersNothingWhereItIsTurnedOff() {
    String link = link();
    try (TestService off = TestService.with(Map.of("mail.remote.enabled", false))) {
      Client there = off.signedIn(user);
      Answer page = there.get(mail + "?images=show");

      assertThat(page.page().select(".images").text()).contains("blocked");
      assertThat(page.page().select(".images a, .images form")).isEmpty();
      assertThat(there.get(mail + "/body?images=show").page().select("img[src]")).isEmpty();
      assertThat(off.client().get(link).status()).as("a link of another node").isEqualTo(404);
    }
    assertThat(elsewhere.asked()).isEmpty();
  }
}
