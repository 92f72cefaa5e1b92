/** Settings: files and keys, their checks, and the words for what is wrong with them. */
package arashi.deploy.config;
