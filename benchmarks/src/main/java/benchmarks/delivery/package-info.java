/**
 * {@code arashi bench delivery}: the same mail by LMTP to the service and to Dovecot, in turn; and
 * loads of mail for other benchmarks.
 */
package benchmarks.delivery;
