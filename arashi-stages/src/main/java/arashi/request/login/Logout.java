package arashi.request.login;

import arashi.front.route.Front;
import arashi.front.route.InternalStage;
import arashi.front.route.Request.Way;

/** Logs users out: a request type without targets. */
public final class Logout {
  private Logout() {}

  /** Creates the stage that ends sessions in the store and on this node. */
  public static InternalStage<LogoutRequest> of(Front front) {
    return InternalStage.ofUsers(
        "logout",
        new LogoutHandler(front.pages(), front.store(), front.sessions(), front.cookies()),
        Way.post("/logout", LogoutRequest::read));
  }
}
