package arashi.deploy.torture;

import static arashi.deploy.Client.field;

import arashi.deploy.Answer;
import arashi.deploy.Client;
import arashi.deploy.Client.Field;
import arashi.deploy.EventReader;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A client that is signed in. All methods throw {@code UncheckedIOException} without an answer. */
final class Visitor {
  private final Client client;
  private final String csrf;

  /** The service answered, but the sign-in did not succeed. */
  static final class TurnedAwayException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    TurnedAwayException(Answer answer) {
      super(
          "sign-in was answered with %d at %s: %s"
              .formatted(answer.status(), answer.response().uri().getPath(), answer.page().text()));
    }
  }

  private Visitor(Client client, String csrf) {
    this.client = client;
    this.csrf = csrf;
  }

  /** Signs in with {@link Victim#PASSWORD}. */
  static Visitor signIn(URI service, String user, Duration patience) {
    Client client = new Client(service, patience);
    Answer form = require(200, client.get("/login"));
    require(
        303,
        client.post(
            "/login",
            List.of(
                field("csrf", form.csrf()),
                field("name", user),
                field("password", Victim.PASSWORD))));
    return new Visitor(client, require(200, client.get("/mail")).csrf());
  }

  private static Answer require(int status, Answer answer) {
    if (answer.status() != status) {
      throw new TurnedAwayException(answer);
    }
    return answer;
  }

  /** Follows what changes in the account, after a number. */
  EventReader follow(URI service, long since) throws IOException {
    InetSocketAddress address = new InetSocketAddress(service.getHost(), service.getPort());
    return new EventReader(address, client, "?since=" + since, "Last-Event-ID: " + since);
  }

  Answer get(String path) {
    return client.get(path);
  }

  /** Posts a form with the session's token. */
  Answer post(String path, List<Field> fields, String... headers) {
    List<Field> all = new ArrayList<>(fields);
    all.add(field("csrf", csrf));
    return client.post(path, all, headers);
  }
}
