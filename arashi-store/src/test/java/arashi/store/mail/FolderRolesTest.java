package arashi.store.mail;

import static org.assertj.core.api.Assertions.assertThat;

import arashi.store.StoreFixture;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Folders of a role, and accounts that lack one. */
@Tag("database")
class FolderRolesTest {
  @AutoClose private static final StoreFixture fixture = new StoreFixture();
  private static final Folders folders = fixture.store.mail().folders();
  private long account;

  @BeforeEach
  void makeAccount() {
    account = fixture.account();
  }

  private void removeArchive() throws SQLException {
    try (Connection connection = fixture.database.dataSource().getConnection();
        PreparedStatement delete =
            connection.prepareStatement(
                "DELETE FROM folder WHERE account = ? AND role = 'archive'")) {
      delete.setLong(1, account);
      assertThat(delete.executeUpdate()).isEqualTo(1);
    }
  }

  @Test
  void isTheOneThatThereIs() {
    Folder there = folders.byRole(account, FolderRole.ARCHIVE).orElseThrow();

    assertThat(folders.ofRole(account, FolderRole.ARCHIVE)).isEqualTo(there);
  }

  @Test
  void isMadeWhereItIsMissing() throws SQLException {
    removeArchive();

    Folder made = folders.ofRole(account, FolderRole.ARCHIVE);

    assertThat(made.role()).isEqualTo(Optional.of(FolderRole.ARCHIVE));
    assertThat(made.name()).isEqualTo("Archive");
    assertThat(folders.ofRole(account, FolderRole.ARCHIVE)).isEqualTo(made);
  }

  @Test
  void isTheUsersFolderOfThatName() throws Exception {
    removeArchive();
    Folder own = folders.create(account, Folder.TOP, "Archive");

    assertThat(folders.ofRole(account, FolderRole.ARCHIVE).id()).isEqualTo(own.id());
    assertThat(folders.byRole(account, FolderRole.ARCHIVE)).isPresent();
  }
}
