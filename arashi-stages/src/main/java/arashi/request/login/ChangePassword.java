package arashi.request.login;

import arashi.front.route.UserRequest;
import arashi.target.RequestType;
import java.time.Duration;

/** Changes passwords. The password pool checks the old password and hashes the new one. */
public final class ChangePassword extends UserRequest<ChangePasswordRequest> {
  /** The request type. */
  public static final RequestType TYPE = RequestType.of("change password", Duration.ofSeconds(3));

  ChangePassword(Room room, ChangePasswordHandler handler) {
    super(TYPE, room, handler, Way.post("/account/password", ChangePasswordRequest::read));
  }
}
