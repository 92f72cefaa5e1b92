/** {@code arashi bench delivery}, and mail by LMTP for other benchmarks. */
package benchmarks.delivery;
