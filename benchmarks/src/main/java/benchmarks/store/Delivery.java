package benchmarks.store;

import arashi.ingest.Intake;
import arashi.ingest.MailFlags;
import arashi.store.Store;
import benchmarks.load.Probe;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Delivers mail to a folder: parse, and store in a transaction of its own. It runs in this process,
 * on the product's database.
 */
final class Delivery implements Probe {
  private final Store store;
  private final Intake intake;
  private final GrowingMail supply;
  private final long account;
  private final long folder;
  private final List<byte[]> mails = new ArrayList<>();

  Delivery(Store store, Intake intake, GrowingMail supply, long account, long folder) {
    this.store = store;
    this.intake = intake;
    this.supply = supply;
    this.account = account;
    this.folder = folder;
  }

  @Override
  public int ready(int wanted) throws IOException {
    mails.clear();
    for (int i = 0; i < wanted; i++) {
      mails.add(supply.one());
    }
    return wanted;
  }

  @Override
  public void request(int index) {
    Intake.Taken taken = intake.take(mails.get(index), Optional.empty(), MailFlags.NONE);
    store.mailWriter().add(account, folder, List.of(taken.mail()));
  }
}
