package arashi.request.showmessage;

import static org.assertj.core.api.Assertions.assertThat;

import arashi.mime.limit.MimeLimits;
import arashi.mime.parse.MailParser;
import arashi.mime.view.ListFields;
import arashi.mime.view.MailView;
import arashi.mime.view.PartInfo;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class OwnImagesTest {
  private static final byte[] CONTENT = {1, 2, 3};

  private static Optional<String> url(OwnImages.Pass pass, String address) {
    Map<Integer, byte[]> contents = Map.of(0, CONTENT, 2, CONTENT);
    return pass.withContent(contents, url -> Optional.empty()).ofLocation(address);
  }

  private static OwnImages.Pass pass(MailView mail, ImageLimits limits) {
    return new OwnImages(mail, 1000, limits).pass();
  }

  /** Creates a mail of images, each with its number as its Content-ID. */
  private static MailView mail(String type, int images, long bytes) {
    List<PartInfo> parts = new ArrayList<>();
    for (int i = 0; i < images; i++) {
      parts.add(new PartInfo(i, 1, type, "", "", bytes, "" + i, "inline", true));
    }
    byte[] empty = "\r\n".getBytes(StandardCharsets.US_ASCII);
    MailView view = new MailParser(MimeLimits.DEFAULT).parse(empty).view();
    return new MailView(
        view.envelope(), "", false, Optional.of(""), parts, List.of(), ListFields.NONE);
  }

  @Test
  void areDataOfTheTextAndNoAttachments() {
    MailView mail = mail("image/jpg", 1, CONTENT.length);
    OwnImages.Pass pass = pass(mail, ImageLimits.DEFAULT);
    PartInfo image = mail.parts().get(0);

    assertThat(OwnImages.isBeside(image, pass.shown())).isTrue();
    assertThat(url(pass, "0")).contains("data:image/jpeg;base64,AQID");
    assertThat(OwnImages.isBeside(image, pass.shown())).isFalse();
    assertThat(url(pass, "00")).isEmpty();
  }

  @Test
  void areNoAttachmentsOfATextThatIsNotDisplayedYet() {
    MailView mail = mail("image/jpg", 2, CONTENT.length);
    OwnImages.Pass pass = pass(mail, ImageLimits.DEFAULT);

    assertThat(pass.withoutContent().ofContentId("1")).isEmpty();
    assertThat(pass.shown()).containsExactly(mail.parts().get(1));
  }

  @Test
  void areAttachmentsIfBrowsersDoNotKnowTheirType() {
    MailView mail = mail("image/svg+xml", 1, CONTENT.length);
    OwnImages.Pass pass = pass(mail, ImageLimits.DEFAULT);

    assertThat(url(pass, "0")).isEmpty();
    assertThat(OwnImages.isBeside(mail.parts().get(0), pass.shown())).isTrue();
  }

  @Test
  void areEncodedOnceHoweverOftenTheyAreShown() {
    OwnImages.Pass pass = pass(mail("image/png", 1, CONTENT.length), ImageLimits.DEFAULT);
    String first = url(pass, "0").orElseThrow();
    for (int i = 0; i < 10; i++) {
      assertThat(url(pass, "0").orElseThrow()).isSameAs(first);
    }
  }

  @Test
  void areBoundedInSizeAndNumber() {
    OwnImages.Pass large = pass(mail("image/png", 3, 1 << 20), ImageLimits.DEFAULT);
    assertThat(large.show("0")).isPresent();
    assertThat(large.show("0")).isPresent();
    assertThat(large.show("1")).isEmpty();

    OwnImages.Pass many = pass(mail("image/png", 100, 1), ImageLimits.DEFAULT);
    for (int i = 0; i < 100; i++) {
      assertThat(many.show("" + i).isPresent()).isEqualTo(i < 64);
    }
    assertThat(many.show("63")).isPresent();
  }

  @Test
  void areBoundedAsIsSet() {
    MailView mail = mail("image/png", 5, 100);
    OwnImages.Pass few = pass(mail, new ImageLimits(1000, 2, 1000));
    for (int i = 0; i < 5; i++) {
      assertThat(few.show("" + i).isPresent()).isEqualTo(i < 2);
    }
    OwnImages.Pass small = pass(mail, new ImageLimits(1000, 5, 300));
    for (int i = 0; i < 5; i++) {
      assertThat(small.show("" + i).isPresent()).isEqualTo(i < 3);
    }
    assertThat(pass(mail, new ImageLimits(1000, 0, 300)).show("0")).isEmpty();
  }

  @Test
  void areNotReadOutOfALargeMail() {
    MailView mail = mail("image/png", 1, 1);
    OwnImages small = new OwnImages(mail, 8 << 20, ImageLimits.DEFAULT);
    assertThat(small.mayBeRead()).isTrue();
    assertThat(small.areNone()).isFalse();

    OwnImages large = new OwnImages(mail, (8 << 20) + 1, ImageLimits.DEFAULT);
    assertThat(large.mayBeRead()).isFalse();
    assertThat(large.areNone()).isTrue();
    assertThat(large.pass().show("0")).isEmpty();
    assertThat(new OwnImages(mail, 1001, ImageLimits.DEFAULT.within(1000)).areNone()).isTrue();
  }

  @Test
  void areKnownByContentLocationAndBareName() {
    PartInfo part =
        new PartInfo(
            2, 1, "image/png", "", "chart.png", 3, "c@x", "inline", true, "http://x.example/c.png");
    PartInfo file = new PartInfo(3, 1, "image/png", "", "far.png", 3, "", "attachment", false);
    byte[] empty = "\r\n".getBytes(StandardCharsets.US_ASCII);
    MailView view = new MailParser(MimeLimits.DEFAULT).parse(empty).view();
    MailView mail =
        new MailView(
            view.envelope(),
            "",
            false,
            Optional.of(""),
            List.of(part, file),
            List.of(),
            ListFields.NONE);
    OwnImages images = new OwnImages(mail, 1000, ImageLimits.DEFAULT);

    for (String name : List.of("c%40x", "chart.png", "./Chart.PNG", "http://x.example/c.png")) {
      assertThat(url(images.pass(), name)).as(name).isPresent();
    }
    assertThat(images.has("far.png")).isTrue();
    assertThat(images.pass().show("far.png")).isEmpty();
    assertThat(images.has("elsewhere.png")).isFalse();
    assertThat(MailView.decode(mail.encode()).parts()).containsExactly(part, file);
  }
}
