//! Accounts.

use shiptrack::resources::Account;

use super::family::family;

family! {
    Account(it) = 11;
    texts {
        /// Name of the company.
        shiptrack_account_company_name = it.company_name;
    }
    lists {}
    integers {}
    doubles {}
    flags {}
    codes {}
}
