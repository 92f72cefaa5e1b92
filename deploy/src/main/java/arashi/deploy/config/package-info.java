/**
 * Settings: files and keys, their checks, and the words for what is wrong with them.
 *
 * <p>Commands read them once at the start; reading blocks on the disk.
 */
package arashi.deploy.config;
