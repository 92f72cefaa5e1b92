package arashi.deploy.torture;

import arashi.deploy.Eventually;
import arashi.deploy.peer.RecordingRelay;
import arashi.deploy.peer.RecordingRelay.Trouble;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The directory of a killed service is copied, and both run: the copy sends none of the mail. */
@Torture
class RestoredDirectoryTest {
  private static final int MAILS = 20;
  private static final String USER = "copied@example.org";

  @Test
  @DisplayName("copy of a directory beside its original")
  void sendsNothingTwice(Tally tally) throws Exception {
    try (RecordingRelay relay = new RecordingRelay()) {
      String[] settings =
          Stream.concat(
                  Arrays.stream(Departing.settings(relay)),
                  Stream.of("mail.outbox.heartbeat = 1 s"))
              .toArray(String[]::new);
      try (Victim original = Victim.fresh("original", settings).start()) {
        tally.round();
        original.addUser(USER);
        relay.troubles(() -> Trouble.DOWN);
        Departing mails = new Departing(USER, original::url, relay, tally);
        mails.end(MAILS);
        original.killAll();
        try (Victim copy = Victim.copyOf(original.data(), "copy", settings)) {
          original.start();
          copy.start();
          relay.troubles(() -> Trouble.NONE);
          Eventually.holds(() -> copy.readiness().text().contains("outbox held"));
          try (Connection connection = original.connect()) {
            mails.audit(connection);
          }
          int left = sent(copy);
          if (left > 0) {
            tally.fault(Fault.DOUBLED, left + " recipients of the copy were served");
          }
        }
      }
    }
  }

  private static int sent(Victim copy) throws SQLException {
    try (Connection connection = copy.connect();
        Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                """
                SELECT COUNT(*) FROM outbox_recipient WHERE state = 'sent'
                """)) {
      rows.next();
      return rows.getInt(1);
    }
  }
}
