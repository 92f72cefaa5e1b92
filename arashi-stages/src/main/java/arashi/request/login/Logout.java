package arashi.request.login;

import arashi.front.Front;
import arashi.front.InternalStage;
import arashi.front.Request.Way;

/** Signing out: a request without targets. */
public final class Logout {
  private Logout() {}

  /** Ends sessions in the store and on this node. */
  public static InternalStage<LogoutRequest> of(Front front) {
    return InternalStage.ofUsers(
        "logout",
        new LogoutHandler(front.pages(), front.store(), front.sessions(), front.cookies()),
        Way.post("/logout", LogoutRequest::read));
  }
}
