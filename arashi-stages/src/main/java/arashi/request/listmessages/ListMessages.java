package arashi.request.listmessages;

import arashi.front.route.Front;
import arashi.front.route.UserRequest;
import arashi.store.delivery.Quotas;
import arashi.target.RequestType;
import java.time.Duration;

/** Shows a page of a folder. */
public final class ListMessages extends UserRequest<ListMessagesRequest> {
  /** The request type. */
  public static final RequestType TYPE =
      RequestType.of("list messages", Duration.ofSeconds(1)).withDegradation();

  /**
   * Reads the store, within {@code limits}.
   *
   * @param quotas quotas of the accounts, for the notice on the list
   */
  public ListMessages(Front front, ListLimits limits, Quotas quotas) {
    super(
        TYPE,
        new ListMessagesHandler(
            front.pages(),
            front.store(),
            front.rows(),
            limits.pageSize(),
            new QuotaNotice(quotas, front.pages().messages()),
            new OutboxStates(front.store(), front.shown())),
        Way.get("/mail/{folder}", ListMessagesRequest::read));
  }
}
