package arashi.request.showmessage;

import static org.assertj.core.api.Assertions.assertThat;

import arashi.store.blob.Sha256;
import arashi.store.outbox.DeliveryReport;
import arashi.store.outbox.OutgoingRow;
import arashi.store.outbox.OutgoingRow.RecipientRow;
import arashi.store.outbox.SendState;
import arashi.web.MessageView.Departure;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SendStateViewTest {
  private static RecipientRow recipient(int n, String written) {
    String[] words = written.split(" ", 2);
    return new RecipientRow(
        n,
        "r" + n + "@far.example",
        SendState.valueOf(words[0]),
        1,
        Instant.EPOCH,
        "550 5.1.1 Unknown",
        false,
        words.length == 1
            ? Optional.empty()
            : Optional.of(
                new DeliveryReport(
                    "r" + n + "@far.example", DeliveryReport.Kind.valueOf(words[1]), "5.1.1")));
  }

  /** The state of each recipient, perhaps with a later report. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "SENT, SENT               | SENT      | SENT SENT",
        "SENT, FAILED             | PARTLY    | SENT FAILED",
        "FAILED, SENT DELIVERED   | PARTLY    | FAILED DELIVERED",
        "FAILED, SENT DELAYED     | DELAYED   | FAILED DELAYED",
        "FAILED, SENT FAILED      | BOUNCED   | FAILED BOUNCED",
        "SENT FAILED, SENT        | BOUNCED   | BOUNCED SENT",
        "SENT DELIVERED           | DELIVERED | DELIVERED",
      })
  void tellsWhoDidNotGetAMailThatOthersGot(String states, String whole, String each) {
    List<RecipientRow> recipients = new ArrayList<>();
    for (String one : states.split(", ", -1)) {
      recipients.add(recipient(recipients.size(), one.strip()));
    }
    OutgoingRow row =
        new OutgoingRow(
            7,
            SendState.SENT,
            Sha256.of(new byte[0]),
            OptionalLong.of(1),
            "ada@example.org",
            Instant.EPOCH,
            Instant.EPOCH,
            false,
            recipients);
    Departure departure = SendStateView.of(row, false, null, Locale.ENGLISH);
    assertThat(departure.state()).isEqualTo(Departure.State.valueOf(whole));
    assertThat(departure.recipients())
        .extracting(one -> one.state().name())
        .containsExactly(each.split(" ", -1));
  }
}
