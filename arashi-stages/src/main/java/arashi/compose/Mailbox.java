package arashi.compose;

import java.util.Locale;

/**
 * A recipient.
 *
 * @param name display name without quotes, or empty
 * @param address {@code local@domain} as the envelope has it: the domain in A-labels and lower
 *     case, the local part as typed, quoted if it has to be
 */
public record Mailbox(String name, String address) {

  /** Equal for addresses that are the same to a person: without regard to case. */
  public String key() {
    return address.toLowerCase(Locale.ROOT);
  }

  /** True if only servers with SMTPUTF8 (RFC 6531) can take mail for it. */
  public boolean needsSmtpUtf8() {
    return address.chars().anyMatch(c -> c >= 0x80);
  }

  /** As typed in a field: the name is quoted where it has to be. */
  @Override
  public String toString() {
    return AddressList.typed(this);
  }
}
