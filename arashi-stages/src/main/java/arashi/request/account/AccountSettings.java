package arashi.request.account;

import arashi.front.route.Front;
import arashi.front.route.UserRequest;
import arashi.target.RequestType;
import java.time.Duration;

/** The settings that a user makes for all browsers, and the user's sessions. */
public final class AccountSettings extends UserRequest<AccountRequest> {
  /** The request type. */
  public static final RequestType TYPE = RequestType.of("account", Duration.ofSeconds(1));

  /** Changes the store and this node's session cache. */
  public AccountSettings(Front front) {
    super(
        TYPE,
        new AccountHandler(front),
        Way.get("/account", AccountRequest::show),
        Way.post("/account", AccountRequest::save),
        Way.get("/account/security", AccountRequest::security),
        Way.post("/account/sessions", AccountRequest::end),
        Way.post("/account/images", AccountRequest::images));
  }
}
