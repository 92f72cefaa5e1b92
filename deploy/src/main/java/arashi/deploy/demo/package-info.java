/** Accounts and mails of the demonstration. */
package arashi.deploy.demo;
